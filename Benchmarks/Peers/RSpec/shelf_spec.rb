# frozen_string_literal: true

RSpec.describe 'A shelf' do
  missing = ENV['SHELF'] == 'failures'

  Integer(ENV.fetch('SHELF_BOOKS', '1')).times do |book|
    it "holds #{book}" do
      if missing
        expect(book).to be < 0
      else
        expect(book).to be >= 0
      end
    end
  end
end
